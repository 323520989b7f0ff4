// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {LocalFiatToken} from "../../src/local/LocalFiatToken.sol";
import {Test} from "../support/Test.sol";
import {RefundHandler} from "./support/RefundHandler.sol";

/// forge-config: default.evm_version = "prague"
contract RefundInvariants is Test {
    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    RefundHandler private handler;

    function setUp() external {
        handler = new RefundHandler();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @dev Refunds come as often as everything else together.
    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        bytes4[16] memory all = [
            RefundHandler.refundByApproval.selector,
            RefundHandler.refundByApproval.selector,
            RefundHandler.refundByApproval.selector,
            RefundHandler.refundByAuthorization.selector,
            RefundHandler.refundByAuthorization.selector,
            RefundHandler.refundByAuthorization.selector,
            RefundHandler.sign.selector,
            RefundHandler.sign.selector,
            RefundHandler.cancel.selector,
            RefundHandler.setPayout.selector,
            RefundHandler.close.selector,
            RefundHandler.blockAccount.selector,
            RefundHandler.unblockAll.selector,
            RefundHandler.pause.selector,
            RefundHandler.donate.selector,
            RefundHandler.wait_.selector
        ];
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector({addr: address(handler), selectors: new bytes4[](all.length)});
        for (uint256 i = 0; i < all.length; ++i) {
            targets[0].selectors[i] = all[i];
        }
    }

    /// @dev Money moved from a merchant's account to the original payer as the events say and in no other way, nothing is
    /// held but what strangers sent by mistake, no payment gave back more than was signed, and no reference served twice.
    function invariant_refunds_go_from_merchants_to_payers_within_what_was_paid() public view {
        for (uint256 t = 0; t < 2; ++t) {
            LocalFiatToken token = handler.tokenAt(t);
            uint256 total;
            for (uint256 i = 0; i < handler.accountCount(); ++i) {
                address account = handler.accounts(i);
                uint256 balance = token.balanceOf(account);
                vm.assertEq(balance, handler.booked(account, token), "balance");
                total += balance;
            }
            vm.assertEq(total, token.totalSupply(), "supply");
        }
        for (uint256 i = 0; i < handler.idCount(); ++i) {
            bytes32 id = handler.ids(i);
            vm.assertLe(handler.returned(id), handler.signedAmount(id), "more than was paid");
        }
        vm.assertLe(handler.mostUses(), 1, "uses of a reference");
    }

    /// @dev Without this the invariant could hold because nothing ever happens.
    function test_the_handler_refunds_and_is_refused() public {
        for (uint256 i = 0; i < 60; ++i) {
            uint256 seed = uint256(keccak256(abi.encode(i)));
            handler.sign(seed);
            handler.refundByApproval(seed >> 1);
            handler.refundByAuthorization(seed >> 2);
            handler.refundByApproval(seed >> 3);
            handler.cancel(seed >> 4);
            handler.setPayout(seed >> 5);
        }
        vm.assertGt(handler.refundedCount(), 10, "refunds");
        vm.assertGt(handler.authorizedCount(), 3, "refunds by authorization");
        vm.assertGt(handler.refusedCount(), 30, "refusals");
        vm.assertGt(handler.unsettledCount(), 5, "payments that never settled");
        invariant_refunds_go_from_merchants_to_payers_within_what_was_paid();
    }
}
