// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {Test} from "../../support/Test.sol";
import {PaymentHandler} from "../support/PaymentHandler.sol";
import {PaymentWorld} from "../support/PaymentWorld.sol";

/// forge-config: default.evm_version = "prague"
contract PaymentProcessorInvariants is Test {
    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    PaymentHandler private handler;

    function setUp() external {
        handler = new PaymentHandler();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @dev Everything of the handler but its own `setUp`; payments come as often as everything else together.
    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        bytes4[19] memory all = [
            PaymentHandler.payTermsOnce.selector,
            PaymentHandler.payTermsWithBytes.selector,
            PaymentHandler.payTwice.selector,
            PaymentHandler.payTwiceWithBytes.selector,
            PaymentHandler.payTermsBatch.selector,
            PaymentHandler.payTermsBatch.selector,
            PaymentHandler.payTwiceBatch.selector,
            PaymentHandler.cancel.selector,
            PaymentHandler.sweep.selector,
            PaymentWorld.setFee.selector,
            PaymentWorld.setPayout.selector,
            PaymentWorld.suspend.selector,
            PaymentWorld.close.selector,
            PaymentWorld.admit.selector,
            PaymentWorld.blockAccount.selector,
            PaymentWorld.unblockAll.selector,
            PaymentWorld.pause.selector,
            PaymentWorld.donate.selector,
            PaymentWorld.wait_.selector
        ];
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector({addr: address(handler), selectors: new bytes4[](all.length)});
        for (uint256 i = 0; i < all.length; ++i) {
            targets[0].selectors[i] = all[i];
        }
    }

    /// @dev Every account holds what the events say, nobody else holds anything, and nothing settled twice.
    function invariant_the_events_tell_where_all_the_money_is() public view {
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
            uint256 fees = handler.accruedOf(token);
            vm.assertEq(fees, handler.accruedFees(token), "accrued fees");
            vm.assertLe(fees, token.balanceOf(handler.processorAddress()), "fees are there");
        }
        vm.assertLe(handler.mostSettlements(), 1, "settlements of an authorization or an id");
    }

    /// @dev Without this the invariant could hold because nothing ever happens.
    function test_the_handler_settles_and_refuses() public {
        for (uint256 i = 0; i < 20; ++i) {
            uint256 seed = uint256(keccak256(abi.encode(i)));
            handler.payTermsOnce(seed);
            handler.payTermsWithBytes(seed >> 1);
            handler.payTwice(seed >> 2);
            handler.payTwiceWithBytes(seed >> 3);
            handler.payTermsBatch(seed >> 4);
            handler.payTwiceBatch(seed >> 5);
            handler.cancel(seed >> 6);
        }
        vm.assertGt(handler.settledCount(), 30, "settlements");
        vm.assertGt(handler.refusedCount(), 30, "refusals");
        vm.assertGt(handler.stolenCount(), 30, "thefts that failed");
        vm.assertGt(handler.cancelledCount(), 3, "cancellations");
        invariant_the_events_tell_where_all_the_money_is();
    }
}
