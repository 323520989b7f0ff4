// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {LocalFiatToken} from "../../src/local/LocalFiatToken.sol";
import {Test} from "../support/Test.sol";
import {ChargeRefundHandler} from "./support/ChargeRefundHandler.sol";

/// forge-config: default.evm_version = "prague"
contract ChargeRefundInvariants is Test {
    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    ChargeRefundHandler private handler;

    function setUp() external {
        handler = new ChargeRefundHandler();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @dev Refunds come as often as everything else together.
    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        bytes4[24] memory all = [
            ChargeRefundHandler.refundByApproval.selector,
            ChargeRefundHandler.refundByApproval.selector,
            ChargeRefundHandler.refundByApproval.selector,
            ChargeRefundHandler.refundByApproval.selector,
            ChargeRefundHandler.refundByApproval.selector,
            ChargeRefundHandler.refundByApproval.selector,
            ChargeRefundHandler.refundByAuthorization.selector,
            ChargeRefundHandler.refundByAuthorization.selector,
            ChargeRefundHandler.refundByAuthorization.selector,
            ChargeRefundHandler.refundByAuthorization.selector,
            ChargeRefundHandler.refundByAuthorization.selector,
            handler.enrol.selector,
            handler.enrol.selector,
            handler.chargeOne.selector,
            handler.chargeOne.selector,
            handler.chargeOne.selector,
            handler.chargeMany.selector,
            handler.leap.selector,
            handler.cancel.selector,
            handler.setPayout.selector,
            handler.blockAccount.selector,
            handler.unblockAll.selector,
            handler.pause.selector,
            ChargeRefundHandler.misplace.selector
        ];
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector({addr: address(handler), selectors: new bytes4[](all.length)});
        for (uint256 i = 0; i < all.length; ++i) {
            targets[0].selectors[i] = all[i];
        }
    }

    /// @dev Money moved as the events say and in no other way: refunds from a merchant's account to the subscription's
    /// payer. No subscription gave back more than was charged, nor its last period more than its own, and nothing is
    /// held but what strangers sent by mistake.
    function invariant_refunds_go_from_merchants_to_payers_within_what_was_charged() public view {
        for (uint256 t = 0; t < 2; ++t) {
            LocalFiatToken token = handler.token(t);
            uint256 total;
            for (uint256 i = 0; i < handler.accountCount(); ++i) {
                address account = handler.accounts(i);
                uint256 balance = token.balanceOf(account);
                vm.assertEq(balance, handler.booked(account, token), "balance");
                total += balance;
            }
            vm.assertEq(total, token.totalSupply(), "supply");
        }
        for (uint256 i = 0; i < handler.modelCount(); ++i) {
            handler.checkReturned(i);
        }
    }

    /// @dev Without this the invariant could hold because nothing ever happens.
    function test_the_handler_refunds_and_is_refused() public {
        for (uint256 i = 0; i < 120; ++i) {
            uint256 seed = uint256(keccak256(abi.encode(i)));
            handler.enrol(seed);
            handler.chargeOne(seed >> 1);
            handler.refundByApproval(uint256(keccak256(abi.encode(seed, 1))));
            handler.chargeMany(seed >> 2);
            handler.refundByAuthorization(uint256(keccak256(abi.encode(seed, 2))));
            handler.leap(seed >> 4);
            handler.refundByApproval(uint256(keccak256(abi.encode(seed, 3))));
        }
        vm.assertGt(handler.refundedCount(), 25, "refunds");
        vm.assertGt(handler.authorizedCount(), 5, "refunds by authorization");
        vm.assertGt(handler.refundRefusals(), 40, "refusals");
        invariant_refunds_go_from_merchants_to_payers_within_what_was_charged();
    }
}
