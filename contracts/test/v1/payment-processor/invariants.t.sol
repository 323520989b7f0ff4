// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {PaymentHandler} from "../support/PaymentHandler.sol";
import {Test} from "../../support/Test.sol";

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

    /// @dev Everything of the handler but its own `setUp`.
    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        bytes4[] memory selectors = new bytes4[](10);
        selectors[0] = PaymentHandler.payOne.selector;
        selectors[1] = PaymentHandler.payBatch.selector;
        selectors[2] = PaymentHandler.payBatch.selector;
        selectors[3] = PaymentHandler.setFee.selector;
        selectors[4] = PaymentHandler.setPayout.selector;
        selectors[5] = PaymentHandler.suspend.selector;
        selectors[6] = PaymentHandler.blacklistPayout.selector;
        selectors[7] = PaymentHandler.blacklistPayer.selector;
        selectors[8] = PaymentHandler.sweep.selector;
        selectors[9] = PaymentHandler.wait_.selector;
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector({addr: address(handler), selectors: selectors});
    }

    /// @dev Payers lost exactly what settled, payouts got it less the fee, the processor holds the fees not swept.
    function invariant_every_account_holds_what_the_books_say() public view {
        for (uint256 t = 0; t < 2; ++t) {
            LocalFiatToken token = handler.token(t);
            for (uint256 i = 0; i < handler.accountCount(); ++i) {
                address account = handler.accounts(i);
                vm.assertEq(token.balanceOf(account), handler.booked(account, token), "balance");
            }
        }
    }

    function invariant_an_authorization_settles_at_most_once() public view {
        vm.assertLe(handler.mostSettlementsOfOne(), 1, "settlements");
    }

    /// @dev Without this the invariants could hold because nothing ever happens.
    function test_the_handler_settles_and_refuses() public {
        for (uint256 i = 0; i < 20; ++i) {
            handler.payOne(uint256(keccak256(abi.encode("single", i))));
            handler.payBatch(uint256(keccak256(abi.encode("batch", i))));
        }
        vm.assertGt(handler.settledCount(), 20, "settlements");
        vm.assertGt(handler.refusedCount(), 20, "refusals");
        invariant_every_account_holds_what_the_books_say();
    }
}
